// As Wrong.swift, of integers that an `Int` of a watch cannot hold.

func limit() -> Int { 3_000_000_000 }  // error: 3000000000 is more than an 'Int' of 32 bits holds

func isLong(_ count: Int) -> Bool { count < 100_000_000_000_000_000 }  // error: is more than an 'Int' of 32 bits holds

func isLong(_ count: UInt) -> Bool { count > 0x1_0000_0000 }  // error: is more than an 'UInt' of 32 bits holds

func isLong(_ count: Int64) -> Bool { count < 100_000_000_000_000_000 }

func isLast(_ index: Int) -> Bool { index == Int.max }

func short(_ count: Int) -> UInt32 { UInt32(count) }

func mixed(_ count: Int) -> UInt64 { 0xA076_1D64_78BD_642F ^ UInt64(count) }
