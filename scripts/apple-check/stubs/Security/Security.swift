@_exported import AppleBridging
public let kSecClass = CFString(stub: "class"), kSecClassGenericPassword = CFString(stub: "genp"), kSecAttrService = CFString(stub: "svce")
public let kSecAttrAccount = CFString(stub: "acct"), kSecReturnData = CFString(stub: "r_Data"), kSecMatchLimit = CFString(stub: "m_Limit")
public let kSecMatchLimitOne = CFString(stub: "m_LimitOne"), kSecValueData = CFString(stub: "v_Data")
public let kSecAttrAccessible = CFString(stub: "pdmn"), kSecAttrAccessibleAfterFirstUnlockThisDeviceOnly = CFString(stub: "cku")
public let kSecAttrAccessGroup = CFString(stub: "agrp"), kSecUseDataProtectionKeychain = CFString(stub: "nleg")
public var errSecDuplicateItem: OSStatus { -25299 }
public var errSecMissingEntitlement: OSStatus { -34018 }
public var errSecSuccess: OSStatus { 0 }
public var errSecItemNotFound: OSStatus { -25300 }
public var errSecInteractionNotAllowed: OSStatus { -25308 }
public var errSecNotAvailable: OSStatus { -25291 }
public func SecItemCopyMatching(_ query: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemAdd(_ attributes: CFDictionary, _ result: UnsafeMutablePointer<CFTypeRef?>?) -> OSStatus { 0 }
public func SecItemUpdate(_ query: CFDictionary, _ attributesToUpdate: CFDictionary) -> OSStatus { 0 }
public func SecItemDelete(_ query: CFDictionary) -> OSStatus { 0 }
public func SecCopyErrorMessageString(_ status: OSStatus, _ reserved: UnsafeMutableRawPointer?) -> CFString? { nil }
