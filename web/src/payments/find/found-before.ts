import { useOwnDraft } from '../../platform/form/use-draft.ts'

/** The found transaction, kept in case the session ends while its refund is being typed. */
export const useFoundBefore = () => useOwnDraft<{ id: string }>('refund-found')
