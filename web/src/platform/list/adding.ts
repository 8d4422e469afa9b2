import type { Query } from '@kontor/contract/lists/query-string'
import { anyone } from '@kontor/contract/roles'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useContext, useEffect, useEffectEvent } from 'react'
import { useTranslation } from 'react-i18next'
import { EntitiesContext } from '../api/related.ts'
import { useKey } from '../keys.ts'
import { useOwnOrganisation } from '../own-organisation.ts'
import type { ListScreen } from '../screen/screen.ts'
import { useListScreen } from '../screen/use-screen.ts'
import { mayDo, useViewer } from '../viewer.ts'
import { adding, without } from './address/list-search.ts'

/**
 * The text of the button that opens a list's form, for users who may send it. The form also opens by the key N, and by
 * an address that asks for it, such as `/payment-links?_add=true`; where the form has a choice, the address may name it.
 */
export function useAdding(open: (choice?: string) => void): string | undefined {
  const { t } = useTranslation(['main', 'fields'])
  const screen = useListScreen()
  const mayAdd = useMayAdd()(screen)
  useAskedToAdd(mayAdd ? open : () => {})
  useKey({ keys: ['n'], label: screen.add?.label ?? 'action.save', run: () => open() }, mayAdd)
  return screen.add && mayAdd ? t(screen.add.label) : undefined
}

function useAskedToAdd(open: (choice: string) => void): void {
  const navigate = useNavigate()
  // The cast is safe: parseSearch gives only texts and lists of texts.
  const search = useSearch({ strict: false }) as Query
  const isAsked = search[adding] !== undefined
  const answer = useEffectEvent(async () => {
    // The form opens after the change of the address, which would ask about a draft in it.
    const choice = String(search[adding])
    await navigate({ to: '.', search: without(search, [adding]), replace: true, resetScroll: false })
    open(choice)
  })
  useEffect(() => {
    if (isAsked) void answer()
  }, [isAsked])
}

/** True when the viewer may send the form of a list, and may list what it lets the user choose from and cannot do without. */
export function useMayAdd(): (screen: Pick<ListScreen, 'add' | 'entity'>) => boolean {
  const entities = useContext(EntitiesContext)
  const { roles } = useViewer()
  const own = useOwnOrganisation()
  return ({ add, entity }) => {
    if (!add) return false
    // The organisation is only chosen by somebody who views all merchants.
    const chosen = (add.choosing ?? []).filter((name) => name !== 'organisation' || !own)
    const asked = [
      add.roles ?? entities.get(entity)?.roles.create,
      add.needs ?? anyone,
      ...chosen.map((name) => entities.get(name)?.roles.list),
    ]
    return asked.every((each) => each !== undefined && mayDo(each, roles))
  }
}
