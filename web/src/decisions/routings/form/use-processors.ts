import { newRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { organisation } from '@kontor/contract/organisations/organisation.entity'
import { type Processor, processor } from '@kontor/contract/processors/processor.entity'
import { useMemo } from 'react'
import { useList, useRead, useRow } from '../../../platform/api/reading.ts'
import { distinctTitles } from '../../../platform/api/related.ts'
import { useScope } from '../../../platform/api/scope.ts'
import { useNothingFound } from '../../../platform/form/options-not-read.tsx'
import { useFactsOf } from '../../../platform/value/use-facts-of.ts'
import { useMay, useViewer } from '../../../platform/viewer.ts'

/** A processor that an end can be. Its name tells it from the others. */
export type NamedProcessor = Pick<Processor, 'id' | 'name' | 'active' | 'payment_product'>

const none: readonly NamedProcessor[] = []

/**
 * The processors that a routing of the organisation can name (001 section 9 sets the limit). `all`: those of other payment
 * products too, which a tree has whose product was changed. `isUnread`: they could not be read.
 */
export function useProcessors(organisationId: string, payment_product: string) {
  const viewer = useViewer()
  const scope = useScope()
  const ofViewer = scope.merchant ?? viewer.merchant ?? undefined
  const mayReadOrganisations = useMay(organisation.roles.list)
  const wanted = ofViewer === undefined && mayReadOrganisations && organisationId ? organisationId : undefined
  const chosen = useRow(organisation, wanted)
  const merchant = ofViewer ?? chosen.data?.merchant
  const may = useMay(processor.roles.list)
  const reading = useList(
    processor,
    { _limit: '2000', _sort: 'name', ...(merchant ? { merchant } : {}) },
    { enabled: may && merchant !== undefined },
  )
  // Names alone are for who writes routings and may not look into processors.
  const names = useRead(newRoutingEndpoint, {
    query: merchant ? { merchant } : {},
    enabled: !may && merchant !== undefined,
  })
  const factsOf = useFactsOf(processor)
  const read = reading.data ?? names.data?.processors ?? none
  const all = useMemo(() => {
    const titles = distinctTitles(read, factsOf)
    return read.map((each): NamedProcessor => ({ ...each, name: titles.get(each.id) ?? each.name }))
  }, [read, factsOf])
  const processors = useMemo(
    () => all.filter((each) => each.payment_product === payment_product),
    [all, payment_product],
  )
  const source = may ? reading : names
  const isReading = (wanted !== undefined && chosen.isPending) || (merchant !== undefined && source.isPending)
  const isUnread = chosen.isError || source.isError
  return { all, processors, nothing: useNothingFound(source), merchant, isReading, isUnread }
}
