import { effortOfCheck } from '@kontor/contract/decisions/checker/boxes'
import { checkTree, type Finding } from '@kontor/contract/decisions/checker/check-tree'
import type { RuleName, SingleValue } from '@kontor/contract/decisions/conditions/condition.rules'
import { routingProfilesEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import type { Branch } from '@kontor/contract/decisions/routings/tree.rules'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../../platform/api/reading.ts'
import { useConditionWords } from '../../conditions/condition-words.ts'
import type { Found } from '../editor/finding.ts'
import type { Draft } from '../editor/tree-edit.ts'
import { keyOf, placesById } from '../editor/tree-rows.ts'
import type { TreeNames } from '../editor/tree-words.ts'
import type { WholeRouting } from '../routing-row.ts'
import type { NamedProcessor } from './use-processors.ts'

interface Checked {
  now: Draft
  /** The same, once nothing is missing. */
  tree: Branch | undefined
  /** The saved routing; undefined for a new one. */
  of: Pick<WholeRouting, 'id' | 'currency_code'> | undefined
  product: string
  processors: readonly NamedProcessor[]
  /** Saving gives payment profiles the processors that they lack. */
  addsProcessors: boolean
  known: TreeNames
}

type Profile = ReplyOf<typeof routingProfilesEndpoint>[number]

/** What can be known of a tree before it is saved, for each payment profile that uses it. */
export function useChecks(given: Checked): readonly Found[] {
  const { now, tree, of, product, processors, addsProcessors, known } = given
  const { data: profiles } = useRead(routingProfilesEndpoint, {
    params: { id: of?.id ?? '' },
    enabled: of !== undefined,
  })
  const textOf = useFindingText(known)
  const { currency } = known
  const saved = of?.currency_code
  const findings = useMemo(
    () => (tree ? findingsOf(tree, { profiles, product, currency, saved, processors, addsProcessors }) : []),
    [tree, profiles, product, currency, saved, processors, addsProcessors],
  )
  // biome-ignore lint/correctness/useExhaustiveDependencies: the words depend on the names alone
  return useMemo(() => {
    const places = placesById(now)
    return findings.map((finding): Found => {
      const { kind, level, branch, at, processor } = finding
      const path = branch === undefined ? undefined : places.get(branch)
      const place = path && keyOf(typeof at === 'string' ? [...path, at] : path)
      return { id: [kind, branch, at, processor].join(' '), place, level, text: textOf(finding) }
    })
  }, [findings, now, known])
}

interface Around extends Pick<Checked, 'product' | 'processors' | 'addsProcessors'> {
  profiles: readonly Profile[] | undefined
  currency: string
  /** The currency of the saved routing. */
  saved: string | undefined
}

function findingsOf(tree: Branch, around: Around): Finding[] {
  const { profiles, product, currency, saved, processors, addsProcessors } = around
  // Nothing can be said of processors that are not read yet.
  const isKnown = processors.length > 0
  const about = (profile?: Profile) => ({
    payment_product: product,
    currency_code: currency,
    profile_currency: profile?.currency_code,
    // Rates to another currency are known once it is saved.
    isWithoutRate: currency === saved && profile?.has_rate === false,
    blocking: profile?.blocking ?? [],
    processors: processors.map(({ id, active, payment_product }) => ({
      ...{ id, active, payment_product },
      inProfile: addsProcessors || profile === undefined || profile.processors.includes(id),
    })),
  })
  const all = profiles && profiles.length > 0 ? profiles : [undefined]
  const effort = effortOfCheck()
  const found = all.flatMap((profile) =>
    checkTree(tree, about(profile), effort).filter(({ kind }) => profile !== undefined || kind !== 'never_used'),
  )
  const once = new Map(found.map((each) => [JSON.stringify({ ...each, example: undefined }), each]))
  return [...once.values()].filter(({ processor }) => processor === undefined || isKnown)
}

function useFindingText(known: TreeNames): (finding: Finding) => string {
  const { t } = useTranslation()
  const { ruleText, valueText } = useConditionWords()
  return ({ kind, processor, blocked, example = {} }) => {
    const name = processor === undefined ? '' : (known.names[processor] ?? `…${processor.slice(-8)}`)
    // The keys of an example are names of rules.
    const rules = Object.entries(example) as [RuleName, SingleValue | null][]
    const values = rules.map(([rule, value]) =>
      t('routings.was', { rule: ruleText(rule), value: valueText(rule, value, known) }),
    )
    const why = blocked ? ` ${t('routings.found_blocked')}` : ''
    const text = t(`routings.found.${kind}`, { name }) + why
    return values.length === 0 ? text : `${text} ${t('routings.example', { values: values.join(', ') })}`
  }
}
