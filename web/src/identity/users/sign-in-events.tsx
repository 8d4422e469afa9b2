import { signInEventsEndpoint } from '@kontor/contract/identity/sign-in-event.endpoints'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { EventItem } from '../profile/events.section.tsx'
import { Rows } from '../profile/rows.tsx'

const most = '50'

/** The latest events of an account: where it was signed in to, and what went wrong. */
export function SignInEvents({ user }: { user: string }) {
  const { t } = useTranslation()
  const reading = useRead(signInEventsEndpoint, { query: { user, _limit: most } })
  return (
    <Rows reading={reading} empty={t('profile.events_none')}>
      {(event) => <EventItem key={event.id} event={event} />}
    </Rows>
  )
}
