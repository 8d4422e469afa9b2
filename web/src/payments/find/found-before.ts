import { useOwnDraft } from '../../platform/form/use-draft.ts'

/** Which transaction was found, should the session end while its refund is being typed. */
export const useFoundBefore = () => useOwnDraft<{ id: string }>('refund-found')
