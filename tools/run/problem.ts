import { ImportProblem } from '../../server/src/imports/file/problem.ts'
import { StartProblem } from '../database/data-lock.ts'

/** The text that a command prints about an error: words alone for what its user can mend, everything for a defect. */
export const said = (error: unknown): unknown =>
  error instanceof StartProblem || error instanceof ImportProblem || isWrongArgument(error) ? error.message : error

const isWrongArgument = (error: unknown): error is Error =>
  error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE')
