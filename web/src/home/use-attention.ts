import { attentionEndpoint } from '@kontor/contract/home/home.endpoints'
import type { Waiting } from '@kontor/contract/home/home.schemas'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../platform/api/api-client.ts'
import { keyOf } from '../platform/api/reading.ts'
import { useScope } from '../platform/api/scope.ts'
import { useScreens } from '../platform/screen/use-screen.ts'

const minute = 60_000

/** What waits for a person. It is read again each minute while the page is looked at, and after each command. */
export function useAttention(): UseQueryResult<Waiting[], ApiRefusal> {
  const scope = useScope()
  const isAsked = useScreens().some(({ attention }) => attention !== undefined)
  return useQuery({
    queryKey: keyOf(attentionEndpoint.area, scope, 'read', attentionEndpoint.name),
    queryFn: ({ signal }) => call(attentionEndpoint, { scope, signal }),
    staleTime: minute,
    refetchInterval: minute,
    meta: { followsCommands: true },
    enabled: isAsked,
  })
}

/** A number beside an entry of the navigation, and the sentence that says what it counts. */
export interface Count {
  readonly number: number
  readonly isMore: boolean
  readonly text: string
  readonly says: string
}

export type Counts = ReadonlyMap<string, Count>

/** The counts by the routes of their lists. Without an answer there are none. */
export function useCounts(): Counts {
  const { t } = useTranslation()
  const screens = useScreens()
  const { data = [] } = useAttention()
  return new Map(
    screens.flatMap(({ route, attention }) => {
      const waiting = data.find(({ item }) => item === attention)
      if (!waiting || waiting.count === 0) return []
      const { item, count, is_more: isMore } = waiting
      const text = isMore ? `${count}+` : String(count)
      return [[route, { number: count, isMore, text, says: t(`home.attention.${item}`, { count, number: text }) }]]
    }),
  )
}
