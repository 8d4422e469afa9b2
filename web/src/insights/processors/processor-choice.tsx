import type { Processor } from '@kontor/contract/processors/processor.entity'
import { Checkbox, TextInput } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLabels } from '../../platform/value/labels.ts'
import { GatewayName } from '../../platform/value/use-gateways.tsx'
import chartCard from '../../ui/charts/chart-card.module.css'
import typography from '../../ui/words/typography.module.css'
import styles from './processor-choice.module.css'

interface ProcessorChoiceProps {
  processors: readonly Processor[]
  ticked: readonly string[]
  most: number
  onChange: (ids: readonly string[]) => void
}

const filterFrom = 10

/** When the maximum is ticked, the other boxes are disabled. */
export function ProcessorChoice({ processors, ticked, most, onChange }: ProcessorChoiceProps) {
  const { t } = useTranslation()
  const labels = useLabels()
  const [wanted, setWanted] = useState('')
  const isFull = ticked.length >= most
  const shown = processors.filter(
    ({ id, name }) => ticked.includes(id) || name.toLowerCase().includes(wanted.trim().toLowerCase()),
  )
  const toggle = (id: string) => onChange(ticked.includes(id) ? ticked.filter((each) => each !== id) : [...ticked, id])
  return (
    <section className={chartCard.card} aria-label={t('dashboard.choose_processors')}>
      {processors.length >= filterFrom && (
        <TextInput
          size="xs"
          maw={320}
          type="search"
          label={t('dashboard.find_processor')}
          value={wanted}
          onChange={({ currentTarget }) => setWanted(currentTarget.value)}
        />
      )}
      <ul className={styles.choice}>
        {shown.map(({ id, name, payment_product, gateway }) => (
          <li key={id}>
            <Checkbox
              size="xs"
              checked={ticked.includes(id)}
              disabled={isFull && !ticked.includes(id)}
              onChange={() => toggle(id)}
              label={name}
              description={
                <>
                  {labels.value('payment_product', undefined, payment_product)} · <GatewayName name={gateway} />
                </>
              }
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={typography.sub}>{t('filter.no_options')}</p>}
    </section>
  )
}
