import type { FormValues } from '../../../platform/form/record-form.tsx'
import type { Draft } from '../editor/tree-edit.ts'

/** The value of the field `details`: the tree that is being written, and the version that it was made from. */
export interface Written {
  readonly from: number
  readonly tree: Draft
}

// The form keeps values of unknown type; only the form of a routing writes this one.
export const writtenIn = ({ details }: FormValues): Written => details as Written
