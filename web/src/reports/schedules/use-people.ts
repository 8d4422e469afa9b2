import type { Entity } from '@kontor/contract/entity'
import { providerUser, user } from '@kontor/contract/identity/users/user.entity'
import { useList } from '../../platform/api/reading.ts'
import { idOf, titleOfRow } from '../../platform/api/related.ts'
import { useMay, useSeesMerchants } from '../../platform/viewer.ts'
import type { ScheduleRow } from './schedule-row.ts'

/** Those whom the viewer may list, and those who are recipients already. Reports of all merchants go to the provider's staff. */
export function usePeople(known: ScheduleRow['recipients']): ReadonlyMap<string, string> {
  const people = useSeesMerchants() ? providerUser : user
  const may = useMay(people.roles.list)
  const { data } = useList<Entity, { id: string; name: string }>(
    people,
    { _limit: '200', _sort: 'name' },
    { enabled: may },
  )
  return new Map([
    ...known.map((each) => [idOf(each), nameOfRecipient(each)] as const),
    ...(data ?? []).map(({ id, name }) => [id, name] as const),
  ])
}

/** One who is beyond what the viewer sees has the end of an id for a name. */
export const nameOfRecipient = (each: ScheduleRow['recipients'][number]): string =>
  typeof each === 'string' ? `…${each.slice(-8)}` : titleOfRow({ ...each })
