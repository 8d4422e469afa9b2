import type { Entity } from '@kontor/contract/entity'
import type { Field } from '@kontor/contract/field'
import { Group } from '@mantine/core'
import type { CSSProperties, ReactNode } from 'react'
import { ShortId } from '../../ui/short-id.tsx'
import { colourOfStatus, StatusTag } from '../../ui/status-tag.tsx'
import typography from '../../ui/words/typography.module.css'
import { WordTag } from '../../ui/words/word-tag.tsx'
import { titleOfRow } from '../api/related.ts'
import styles from './cell.module.css'
import { Day, Instant } from './instant.tsx'
import { useLabels } from './labels.ts'
import { Money } from './money.tsx'
import { PersonName } from './person-name.tsx'
import { readableOn } from './readable-colour.ts'
import { GatewayName } from './use-gateways.tsx'

export type AnyRow = Readonly<Record<string, unknown>>

/** Shows a value by its kind of field, in tables and panels alike. */
export function Cell({ entity, name, row }: { entity: Entity; name: string; row: AnyRow }): ReactNode {
  const labels = useLabels()
  const field = entity.fields[name]
  const value = row[name]
  if (!field || value === null || value === undefined || value === '') return '–'
  switch (field.kind) {
    case 'id':
      return <ShortId value={String(value)} />
    case 'ref':
      return isRow(value) ? (
        <span className={typography.clip}>{titleOfRow(value)}</span>
      ) : (
        <ShortId value={String(value)} />
      )
    case 'refs':
      return <Related values={Array.isArray(value) ? value : []} />
    case 'money':
      return <Money amount={Number(value)} currency={currencyOf(field, row)} />
    case 'integer':
      return <span className={typography.tabular}>{labels.number(Number(value))}</span>
    case 'decimal':
      return <span className={typography.tabular}>{String(value)}</span>
    case 'timestamp':
      return <Instant value={String(value)} />
    case 'date':
      return <Day value={String(value)} />
    case 'choice':
      if (name === 'status') return <StatusTag status={String(value)} />
      if (name !== 'state') return labels.value(name, field, String(value))
      return <WordTag color={colourOfStatus(String(value))}>{labels.value(name, field, String(value))}</WordTag>
    case 'choices':
      return <Chosen values={[value].flat().map((each) => labels.value(name, field, String(each)))} />
    case 'texts':
      return <Chosen values={[value].flat().map(String)} />
    case 'conditions':
      return <Chosen values={[value].flat().map(conditionText)} />
    case 'boolean':
    case 'country':
    case 'currency':
      return labels.value(name, field, String(value))
    case 'gateway':
      return <GatewayName name={String(value)} />
    case 'text':
      if (field.isPerson)
        return (
          <span className={typography.clip}>
            <PersonName name={String(value)} />
          </span>
        )
      return <Words text={field.isCode ? labels.value(name, field, String(value)) : String(value)} />
  }
}

/** A condition as programs write it; a screen of rules has words of its own. */
const conditionText = (condition: unknown): string => {
  const { name, operator, value } = condition as Readonly<Record<'name' | 'operator' | 'value', unknown>>
  return [name, operator, [value].flat().join(', ')].join(' ')
}

const Words = ({ text }: { text: string }) => (
  <span className={typography.clip} title={text}>
    {text}
  </span>
)

const Chosen = ({ values }: { values: readonly string[] }) =>
  values.length === 0 ? '–' : <span className={typography.clip}>{values.join(', ')}</span>

const shown = 3

function Related({ values }: { values: readonly unknown[] }) {
  if (values.length === 0) return '–'
  const titleOf = (value: unknown) => (isRow(value) ? titleOfRow(value) : `…${String(value).slice(-8)}`)
  return (
    <Group gap={4} wrap="nowrap" className={styles.tags} title={values.map(titleOf).join(', ')}>
      {values.slice(0, shown).map((value) => (
        <WordTag key={titleOf(value)} variant="default" maw={120} style={coloursOf(value)}>
          {titleOf(value)}
        </WordTag>
      ))}
      {values.length > shown && <span className={typography.tabular}>+{values.length - shown}</span>}
    </Group>
  )
}

/** A row that has a colour of its own, such as a tag, is shown in it wherever it appears. */
function coloursOf(value: unknown): CSSProperties | undefined {
  const background = isRow(value) && typeof value.color === 'string' ? value.color : undefined
  const color = background && readableOn(background)
  return color ? { background, color } : undefined
}

const isRow = (value: unknown): value is AnyRow => typeof value === 'object' && value !== null

function currencyOf(field: Field, row: AnyRow): string {
  const currency = row[field.currency ?? 'currency_code']
  return typeof currency === 'string' ? currency : ''
}
