import { StartProblem } from '../start-problem.ts'

/** Does the work, which gives the exit code. What its user can mend is said in words alone; a defect with everything. */
export async function inWords(work: () => Promise<number>): Promise<number> {
  try {
    return await work()
  } catch (error) {
    console.error(error instanceof StartProblem ? error.message : error)
    return 1
  }
}
