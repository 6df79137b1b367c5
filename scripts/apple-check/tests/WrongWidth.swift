// As Wrong.swift, of integers that an `Int` of a watch cannot hold.

func limit() -> Int { 3_000_000_000 }  // error: 3000000000 is more than an 'Int' of 32 bits holds

func isLong(_ count: Int) -> Bool { count < 100_000_000_000_000_000 }  // error: is more than an 'Int' of 32 bits holds

func bits(_ flags: UInt) -> UInt { flags & 0x1_0000_0000 }  // error: is more than an 'UInt' of 32 bits holds

func isLong(_ count: Int64) -> Bool { count < 100_000_000_000_000_000 }

func isLast(_ index: Int) -> Bool { index == Int.max }

func bits(_ flags: UInt) -> Bool { flags & 0xFFFF_FFFF == 0 }
