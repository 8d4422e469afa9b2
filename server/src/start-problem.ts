/** A fault of the surroundings that one clear line explains; no stack trace helps. */
export class StartProblem extends Error {}
