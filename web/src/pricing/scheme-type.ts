import type { SchemeType } from '@kontor/contract/pricing/price.rules'
import { schemeTypeOf } from '@kontor/contract/pricing/scheme.rules'
import { useListScreen } from '../platform/screen/use-screen.ts'

/** The type of the schemes of the surrounding screen: four screens share their page and panel. */
export function useSchemeType(): SchemeType {
  const { entity, route } = useListScreen()
  const type = schemeTypeOf(entity)
  if (!type) throw new Error(`${route} is no list of schemes`)
  return type
}
