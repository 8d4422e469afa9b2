import type { CredentialProblem } from '@kontor/contract/processors/processor.rules'
import { useTranslation } from 'react-i18next'
import { StatusTag } from '../ui/status-tag.tsx'
import { WordTag } from '../ui/words/word-tag.tsx'

interface Connected {
  active: boolean
  test_problem: CredentialProblem | null
}

/** Whether it is active, and in place of that, that it cannot work although it is. */
export function ConnectedTag({ of }: { of: Connected }) {
  return of.active && isFailing(of) ? <FailingTag /> : <ActiveTag of={of} />
}

/** The same in a head, which has room for both. */
export function ConnectedTags({ of }: { of: Connected }) {
  return (
    <>
      <ActiveTag of={of} />
      {isFailing(of) && <FailingTag />}
    </>
  )
}

function ActiveTag({ of }: { of: Connected }) {
  return <StatusTag status={of.active ? 'ACTIVE' : 'INACTIVE'} />
}

function FailingTag() {
  const { t } = useTranslation()
  return <WordTag color="yellow">{t('processors.connection_fails')}</WordTag>
}

/** A gateway that was away for a moment says nothing of the credential. */
const isFailing = ({ test_problem }: Connected): boolean => test_problem !== null && test_problem !== 'unreachable'
