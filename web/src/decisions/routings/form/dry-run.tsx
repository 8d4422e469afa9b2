import { type Fact, type RuleName, ruleNamesOf } from '@kontor/contract/decisions/conditions/condition.rules'
import { tryRoutingEndpoint } from '@kontor/contract/decisions/routings/routing.endpoints'
import { type Branch, branchesOf } from '@kontor/contract/decisions/routings/tree.rules'
import { Alert, Button, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../../platform/api/api-client.ts'
import { useRefusalText } from '../../../platform/api/refusal-text.ts'
import { useScope } from '../../../platform/api/scope.ts'
import { useSubmit } from '../../../platform/api/use-submit.ts'
import { Section } from '../../../ui/section.tsx'
import { useConditionWords } from '../../conditions/condition-words.ts'
import { FactsForm, type GivenFacts, knownOf } from '../../conditions/facts-form.tsx'
import type { Lit } from '../editor/finding.ts'
import type { Draft } from '../editor/tree-edit.ts'
import { keyOf, placesById } from '../editor/tree-rows.ts'
import type { TreeNames } from '../editor/tree-words.ts'

interface DryRunProps {
  /** Undefined while something is missing. */
  tree: Branch | undefined
  now: Draft
  known: TreeNames
  merchant: string | undefined
  onLit: (lit: Lit | undefined) => void
}

/** Asks the server where a payment of these facts would go, and lights its way through the tree. */
export function DryRun({ tree, now, known, merchant, onLit }: DryRunProps) {
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const scope = useScope()
  const { ruleText, valueText } = useConditionWords()
  const [facts, setFacts] = useState<GivenFacts>({})
  const [outcome, setOutcome] = useState<{ of: Draft; text: string; other: string | undefined }>()
  const asked = tree ? rulesIn(tree) : []

  const trying = useSubmit(async () => {
    if (!tree) return
    const body = { details: tree, facts: knownOf(facts, known.currency) }
    const reply = await call(tryRoutingEndpoint, { body, scope })
    const places = placesById(now)
    const last = reply.path.at(-1)
    const end = last ? keyOf([...(places.get(last.branch) ?? []), last.to]) : ''
    const said = reply.path.map(({ branch, conditions }): [string, string] => [
      keyOf(places.get(branch) ?? []),
      conditions
        .filter(({ held }) => held !== null)
        // The cast is safe: the tree that was sent has these names.
        .map(({ name, fact }) => factText(name as RuleName, fact))
        .join(' · '),
    ])
    onLit({ facts: new Map(said), end })
    const { otherwise } = reply
    setOutcome({
      of: now,
      text: t('routings.goes_to', { name: reply.processor_name }),
      other: otherwise
        ? t('routings.otherwise_to', {
            name: otherwise.processor_name,
            // The cast is safe: the tree that was sent has this name.
            fact: factText(otherwise.fact.name as RuleName, otherwise.fact.value),
          })
        : undefined,
    })
  })
  const factText = (name: RuleName, fact: Fact) =>
    t('routings.was', { rule: ruleText(name), value: valueText(name, fact, known) })

  // The way through a tree that has changed since would be wrong.
  const isPresent = outcome?.of === now
  if (outcome && !isPresent) {
    setOutcome(undefined)
    onLit(undefined)
  }
  return (
    <Section title={t('routings.try')} text={t('routings.try_text')}>
      {tree === undefined ? (
        <Text size="sm">{t('routings.not_whole')}</Text>
      ) : (
        <Stack gap="xs">
          <FactsForm
            names={asked}
            facts={facts}
            currency={known.currency}
            merchant={merchant}
            disabled={trying.isBusy}
            saysProblems={trying.refusal !== undefined}
            onChange={setFacts}
          />
          <Button variant="default" loading={trying.isBusy} onClick={() => void trying.submit()}>
            {t('routings.try_verb')}
          </Button>
          <div role="status">
            {isPresent && outcome && (
              <>
                <Text size="sm" fw={600}>
                  {outcome.text}
                </Text>
                {outcome.other && <Text size="sm">{outcome.other}</Text>}
              </>
            )}
          </div>
          {trying.refusal && (
            <Alert color="red" role="alert">
              {textOf(trying.refusal)}
            </Alert>
          )}
        </Stack>
      )}
    </Section>
  )
}

/** What the conditions of a tree ask, in the order of the specification; lots are drawn. */
function rulesIn(tree: Branch): RuleName[] {
  const names = new Set(branchesOf(tree).flatMap((branch) => branch.if.map(({ name }) => name)))
  return ruleNamesOf('routing').filter((name) => name !== 'random' && names.has(name))
}
