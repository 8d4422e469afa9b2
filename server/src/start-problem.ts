/** A fault of the environment that one clear line explains; a stack trace would not help. */
export class StartProblem extends Error {}
