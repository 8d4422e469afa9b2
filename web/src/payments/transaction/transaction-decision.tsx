import { card } from '@kontor/contract/customers/card.entity'
import {
  type Operator,
  type RuleName,
  ruleNames,
  type SingleValue,
} from '@kontor/contract/decisions/conditions/condition.rules'
import { transactionDecisionEndpoint } from '@kontor/contract/decisions/decision.endpoints'
import type { ReplyOf } from '@kontor/contract/endpoint'
import { Text } from '@mantine/core'
import { IconCircleCheck, IconCircleMinus, IconCircleX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useConditionWords } from '../../decisions/conditions/condition-words.ts'
import { CategoryName } from '../../organisations/category-field.tsx'
import { useRead } from '../../platform/api/reading.ts'
import { NotYet } from '../../platform/not-yet.tsx'
import { AnchorLink } from '../../platform/panel/anchor-link.tsx'
import { PanelSection } from '../../platform/panel/panel-head.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useReason } from '../../platform/value/reason.ts'
import { FieldList } from '../../ui/field-list.tsx'
import styles from './transaction-decision.module.css'

type Decision = NonNullable<ReplyOf<typeof transactionDecisionEndpoint>>
type Passed = Decision['path'][number]

/** Why a payment went to its processor: the way through the routing of then, and the rulesets that it hit. */
export function TransactionDecision({ id }: { id: string }) {
  const { t } = useTranslation()
  const { data, error, refetch } = useRead(transactionDecisionEndpoint, { params: { id } })
  if (data === undefined) return <NotYet error={error} refetch={refetch} rows={5} />
  if (data === null) return <Text size="sm">{t('decision.none')}</Text>
  return (
    <>
      <Outcome decision={data} />
      {data.path.length > 0 && <Way decision={data} />}
      <Rulesets decision={data} />
      <KnownFacts decision={data} />
    </>
  )
}

function Outcome({ decision }: { decision: Decision }) {
  const { t } = useTranslation()
  const { via, routing } = decision
  const processor = decision.processor_name ?? t('decision.unseen')
  const chosen = decision.tree_processor_name ?? t('decision.unseen')
  const differs = decision.tree_processor !== null && decision.tree_processor !== decision.processor
  return (
    <div className={styles.outcome}>
      <Text size="sm" fw={600}>
        {t(`decision.via.${via}`, { processor, chosen })}
      </Text>
      <Attempts decision={decision} />
      {via === 'keeper' && differs && <Text size="sm">{t('decision.would_have', { chosen })}</Text>}
      {routing && <Version routing={routing} />}
      {decision.token_not_described && (
        <Text size="sm">{t(`decision.token_not_described.${decision.token_not_described}`)}</Text>
      )}
      {decision.three_d_secure && <Text size="sm">{t(`decision.three_d_secure.${decision.three_d_secure}`)}</Text>}
    </div>
  )
}

/** The payment went on from the processor that was chosen to another one. */
function Attempts({ decision: { attempts } }: { decision: Decision }) {
  const { t } = useTranslation()
  const reasonOf = useReason()
  const [before, after] = attempts
  if (!before || !after) return null
  const first = before.processor_name ?? t('decision.unseen')
  const second = after.processor_name ?? t('decision.unseen')
  return (
    <Text size="sm">
      {t('decision.went_on', { first, second })}
      {before.reason && ` ${t('decision.why_not', { first, reason: reasonOf(before.reason) })}`}
    </Text>
  )
}

function Version({ routing }: { routing: NonNullable<Decision['routing']> }) {
  const { t } = useTranslation()
  const { id, name, version, current_version } = routing
  return (
    <Text size="sm">
      {name === null ? (
        t('decision.deleted_route')
      ) : (
        <AnchorLink to={`/intelligent-routing/view/${id}` as '/'} underline="always">
          {name}
        </AnchorLink>
      )}
      {', '}
      {t('decision.version', { version })}
      {current_version !== null &&
        current_version !== version &&
        ` ${t('decision.changed', { version: current_version })}`}
    </Text>
  )
}

function Way({ decision }: { decision: Decision }) {
  const { t } = useTranslation()
  const { path, otherwise } = decision
  const textOf = useConditionText(decision)
  const { ruleText, valueText } = useConditionWords()
  const known = knownIn(decision)
  // The cast is safe: the tree was checked when it was saved.
  const name = otherwise?.fact.name as RuleName
  return (
    <PanelSection title={t('decision.way')}>
      <ol className={styles.way}>
        {path.map((passed) => (
          <li key={passed.branch}>
            <ul className={styles.conditions}>
              {passed.conditions.map((condition, place) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: conditions have no ids
                <Condition key={place} condition={condition} textOf={textOf} />
              ))}
            </ul>
            <Text size="sm" fw={600}>
              {t(`decision.to.${passed.to}`)}
            </Text>
          </li>
        ))}
      </ol>
      {otherwise && (
        <Text size="sm">
          {t('decision.otherwise', {
            fact: t('routings.was', { rule: ruleText(name), value: valueText(name, otherwise.fact.value, known) }),
            processor: otherwise.processor_name,
          })}
        </Text>
      )}
    </PanelSection>
  )
}

interface Told {
  text: string
  fact: string
}

const knownIn = ({ routing, names }: Decision) => ({ currency: routing?.currency_code ?? '', names })

function useConditionText(decision: Decision): (condition: Passed['conditions'][number]) => Told {
  const { conditionText, valueText } = useConditionWords()
  const known = knownIn(decision)
  return ({ name, operator, value, fact }) => {
    // The casts are safe: the tree was checked when it was saved.
    const asked = { name: name as RuleName, operator: operator as Operator, value: value as SingleValue }
    return { text: conditionText(asked, known), fact: valueText(asked.name, fact, known) }
  }
}

interface ConditionProps {
  condition: Passed['conditions'][number]
  textOf: ReturnType<typeof useConditionText>
}

function Condition({ condition, textOf }: ConditionProps) {
  const { t } = useTranslation()
  const { held } = condition
  const { text, fact } = textOf(condition)
  const Icon = held === null ? IconCircleMinus : held ? IconCircleCheck : IconCircleX
  const word = t(`decision.held.${held === null ? 'skipped' : held ? 'yes' : 'no'}`)
  return (
    <li data-held={held}>
      <Icon size={16} role="img" aria-label={word} />
      <span>
        {text}
        {held !== null && <span className={styles.fact}> {t('decision.was', { fact })}</span>}
      </span>
    </li>
  )
}

function Rulesets({ decision: { rulesets } }: { decision: Decision }) {
  const { t } = useTranslation()
  if (rulesets.length === 0) return null
  return (
    <PanelSection title={t('decision.rulesets')}>
      <ul className={styles.rulesets}>
        {rulesets.map(({ id, name, action, version, current_version }) => (
          <li key={id}>
            {name !== null && action && current_version !== null ? (
              <AnchorLink to={`${screenOf[action]}/${id}` as '/'} underline="always">
                {name}
              </AnchorLink>
            ) : (
              (name ?? t('decision.unseen_ruleset'))
            )}
            {action && `: ${t(`decision.action.${action}`)}`} ({t('decision.version', { version })})
          </li>
        ))}
      </ul>
    </PanelSection>
  )
}

/** Where the rulesets of each action are. */
const screenOf = { tag: '/tagrules', block: '/riskrules', '3dSecure': '/3dsecure' } as const

/** The facts that rules ask for, and those of the card's bank, which none asks for. What was missing is folded away. */
function KnownFacts({ decision }: { decision: Decision }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const { ruleText, valueText } = useConditionWords()
  const { facts, issuer_country, funding, routing, names } = decision
  const country = card.fields.issuer_country
  const known = { currency: routing?.currency_code ?? facts.currency_code, names }
  const textOf = (name: Fact): ReactNode => {
    if (facts[name] === null) return null
    return name === 'mcc' ? <CategoryName key="mcc" mcc={String(facts.mcc)} /> : valueText(name, facts[name], known)
  }
  return (
    <PanelSection title={t('decision.facts')}>
      <FieldList
        fields={[
          ...factNames.map((name) => [ruleText(name), textOf(name)] as const),
          [
            labels.field(card, 'issuer_country'),
            issuer_country && labels.value('issuer_country', country, issuer_country),
          ],
          [labels.field(card, 'funding'), funding && labels.value('funding', card.fields.funding, funding)],
        ]}
      />
    </PanelSection>
  )
}

type Fact = Exclude<RuleName, 'random'>
const factNames = ruleNames.filter((name): name is Fact => name !== 'random')
