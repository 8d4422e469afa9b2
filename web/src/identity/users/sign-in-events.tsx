import { signInEventsEndpoint, signInEventsOfUserEndpoint } from '@kontor/contract/identity/sign-in-event.endpoints'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { EventItem } from '../profile/events.section.tsx'
import { Rows } from '../profile/rows.tsx'

type Event = ComponentProps<typeof EventItem>['event']

const _limit = '50'

/** The latest events of the account of one of the staff: where it was signed in to, and what went wrong. */
export function SignInEvents({ user }: { user: string }) {
  return <Events reading={useRead(signInEventsEndpoint, { query: { user, _limit } })} />
}

/** The same of one of a merchant's people. */
export function SignInEventsOfUser({ user }: { user: string }) {
  return <Events reading={useRead(signInEventsOfUserEndpoint, { params: { id: user }, query: { _limit } })} />
}

function Events({ reading }: { reading: ComponentProps<typeof Rows<Event & { id: string }>>['reading'] }) {
  const { t } = useTranslation()
  return (
    <Rows reading={reading} empty={t('profile.events_none')}>
      {(event) => <EventItem key={event.id} event={event} />}
    </Rows>
  )
}
