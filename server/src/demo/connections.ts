/** Connections on which the demo settles and approves: a command waits for the database more than it works. */
export const atOnce = 4
