import type { ReplyOf } from '@kontor/contract/endpoint'
import { listSignInEventsEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { Button, Text } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../../platform/api/api-client.ts'
import { Instant } from '../../platform/value/instant.tsx'
import { Section } from '../../ui/section.tsx'
import { usePlaceName } from './place.tsx'
import { Rows } from './rows.tsx'

type Event = ReplyOf<typeof listSignInEventsEndpoint>[number]
const pageSize = 10

/** The history of the account: sign-ins with their place, and changes. */
export function EventsSection() {
  const { t } = useTranslation()
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = useInfiniteQuery({
    queryKey: [listSignInEventsEndpoint.area, 'events'],
    queryFn: ({ pageParam }) =>
      call(listSignInEventsEndpoint, { query: { _limit: String(pageSize), before: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page: Event[]) => (page.length < pageSize ? undefined : page.at(-1)?.id),
  })
  return (
    <Section title={t('profile.events')} text={t('profile.events_text')}>
      <Rows
        reading={{ data: data?.pages.flat(), error: error as ApiRefusal | null, refetch }}
        empty={t('profile.events_none')}
      >
        {(event) => <EventItem key={event.id} event={event} />}
      </Rows>
      {hasNextPage && (
        <Button variant="subtle" size="xs" mt="xs" loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          {t('profile.events_more')}
        </Button>
      )}
    </Section>
  )
}

export function EventItem({ event }: { event: Event }) {
  const { t } = useTranslation()
  const nameOf = usePlaceName()
  const isBad = bad.some((kind) => kind === event.kind)
  return (
    <li>
      <div>
        <Text size="sm" fw={600} c={isBad ? 'var(--mantine-color-red-light-color)' : undefined}>
          {t(`sign_in_event.${event.kind}`)}
          {withMethod.some((kind) => kind === event.kind) &&
            event.method &&
            ` – ${t(`sign_in_method.${event.method}`)}`}
        </Text>
        <Text size="sm" c="dimmed">
          {nameOf(event)}
          {event.ip && ` · ${event.ip}`}
        </Text>
      </div>
      <Text size="sm" c="dimmed">
        <Instant value={event.created_at} />
      </Text>
    </li>
  )
}

// The texts of all other events already name the method.
const withMethod = ['signed_in', 'code_wrong', 'mfa_enabled', 'mfa_disabled', 'password_set'] as const
const bad = ['password_wrong', 'code_wrong', 'passkey_wrong', 'refused', 'locked', 'device_copied'] as const
