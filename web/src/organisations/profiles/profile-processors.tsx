import { setPaymentProfileProcessorsEndpoint } from '@kontor/contract/organisations/payment-profile.endpoints'
import { processor } from '@kontor/contract/processors/processor.entity'
import { Alert, Button, Group, Select, Text } from '@mantine/core'
import { IconPencil } from '@tabler/icons-react'
import { lazy, Suspense, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useList } from '../../platform/api/reading.ts'
import { useRefusalText } from '../../platform/api/refusal-text.ts'
import { idOf } from '../../platform/api/related.ts'
import { OptionsNotRead, useNothingFound } from '../../platform/form/options-not-read.tsx'
import { draftName, useHasDraft } from '../../platform/form/use-draft.ts'
import { useSending } from '../../platform/form/use-sending.ts'
import { IfMay } from '../../platform/if-may.tsx'
import { useLabels } from '../../platform/value/labels.ts'
import { useMay } from '../../platform/viewer.ts'
import { ProcessorLine } from './processor-line.tsx'
import rows from './processor-rows.module.css'
import styles from './profile-processors.module.css'
import type { ProfileRow } from './profile-row.ts'

const EditProcessors = lazy(() =>
  import('./processors.form.tsx').then((module) => ({ default: module.EditProcessors })),
)

/** The processors of a payment profile in their order. One is added at once; the rest is changed in a form. */
export function ProfileProcessors({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const [isEditing, setEditing] = useState(useHasDraft(draftName(setPaymentProfileProcessorsEndpoint, row.id)))
  const mayChoose = useMay(processor.roles.list)
  return (
    <>
      <IfMay do={setPaymentProfileProcessorsEndpoint}>
        <Group align="flex-end" gap="xs" mb="md">
          {mayChoose && <AddProcessor row={row} />}
          {row.processors.length > 0 && (
            <Button
              size="xs"
              h={36}
              variant="default"
              leftSection={<IconPencil size={16} aria-hidden="true" />}
              onClick={() => setEditing(true)}
            >
              {t('profiles.edit_processors')}
            </Button>
          )}
        </Group>
        {isEditing && (
          <Suspense fallback={null}>
            <EditProcessors row={row} onClose={() => setEditing(false)} />
          </Suspense>
        )}
      </IfMay>
      {row.processors.length === 0 ? (
        <Text size="sm">{t('profiles.no_processors')}</Text>
      ) : (
        <>
          <Text size="sm" c="dimmed" mb="xs">
            {t('profiles.order_text')}
          </Text>
          <ol className={rows.rows} aria-label={t('profiles.tab_processors')}>
            {row.processors.map((each, at) => (
              <li key={idOf(each)}>
                <span className={rows.place} aria-hidden="true">
                  {at + 1}
                </span>
                <ProcessorLine of={each} />
              </li>
            ))}
          </ol>
        </>
      )}
    </>
  )
}

const shown_ms = 3_000
/** 001 section 9. */
const most = '2000'

/** The field that adds a processor as the last one. */
function AddProcessor({ row }: { row: ProfileRow }) {
  const { t } = useTranslation()
  const labels = useLabels()
  const textOf = useRefusalText()
  const [added, setAdded] = useState<string>()
  const [typed, setTyped] = useState('')
  const { send, refusal, isBusy } = useSending(setPaymentProfileProcessorsEndpoint, true)
  const reading = useList(processor, { merchant: row.merchant, _limit: most, _sort: 'name' })
  // The row is older than the answer until it has been read again.
  const [answer, setAnswer] = useState<{ to: ProfileRow; processors: readonly string[] }>()
  const seen = answer?.to === row ? answer.processors : row.processors.map(idOf)
  const free = reading.data?.filter(({ id }) => !seen.includes(id)) ?? []
  const nothing = useNothingFound(reading, free.length === 0 ? t('profiles.no_more_processors') : undefined)
  useEffect(() => {
    if (added === undefined) return
    const timer = setTimeout(() => setAdded(undefined), shown_ms)
    return () => clearTimeout(timer)
  }, [added])

  const add = async (id: string | null) => {
    const chosen = free.find((each) => each.id === id)
    if (!chosen) return
    setAdded(undefined)
    const reply = await send({ id: row.id }, { processors: [...seen, chosen.id], seen: [...seen] })
    // The field keeps the focus, and with it the text of what was chosen.
    setTyped('')
    setAnswer(reply && { to: row, processors: reply.processors })
    if (reply) setAdded(chosen.name)
  }
  return (
    <div className={styles.add}>
      <Select
        label={t('profiles.add_processor')}
        placeholder={t('form.choose')}
        searchable
        openOnFocus={false}
        limit={200}
        readOnly={isBusy}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={nothing}
        data={free.map(({ id, name, payment_product }) => ({
          value: id,
          label: `${name} · ${labels.value('payment_product', undefined, payment_product)}`,
        }))}
        value={null}
        onChange={(id) => void add(id)}
      />
      <OptionsNotRead {...reading} />
      <div role="status">
        {added !== undefined && (
          <Alert color="green" role="presentation" mt="xs" p="xs">
            {t('profiles.processor_added', { name: added })}
          </Alert>
        )}
      </div>
      {refusal && (
        <Alert color="red" role="alert" mt="xs" p="xs">
          {textOf(refusal)}
        </Alert>
      )}
    </div>
  )
}
