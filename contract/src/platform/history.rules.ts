/** A command that puts the values of an earlier version of its item back names the version in it. */
export const restoredFromHeader = 'restored-from'
