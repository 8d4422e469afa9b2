import { Alert, Select } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiRefusal } from '../../../platform/api/api-client.ts'
import { useRefusalText } from '../../../platform/api/refusal-text.ts'
import { idOf, type Related } from '../../../platform/api/related.ts'
import { OptionsNotRead, useNothingFound } from '../../../platform/form/options-not-read.tsx'
import typography from '../../../ui/words/typography.module.css'
import type { ProfileRow } from '../profile-row.ts'
import styles from './add-choice.module.css'

const shown_ms = 3_000

/** The address of all that a profile may choose from. 001 section 9 sets the limit. */
export const toChooseFrom = (row: ProfileRow) => ({ merchant: row.merchant, _limit: '2000', _sort: 'name' })

interface AddChoiceProps<R> {
  row: ProfileRow
  chosen: readonly Related<{ id: string }>[]
  reading: UseQueryResult<R[], ApiRefusal>
  labelOf: (choice: R) => string
  /** What tells choices of the same name apart, below each. */
  factsOf?: (choice: R) => string
  /** Saves the list, and gives the ids of the list that is saved. */
  save: (ids: string[], seen: string[]) => Promise<readonly string[] | undefined>
  isBusy: boolean
  refusal: ApiRefusal | undefined
  label: string
  /** The text where all have been chosen. */
  noMore: string
}

/** The field that adds one as the last of what a payment profile chose. */
export function AddChoice<R extends { id: string; name: string }>(props: AddChoiceProps<R>) {
  const { row, chosen, reading, labelOf, factsOf, save, isBusy, refusal, label, noMore } = props
  const { t } = useTranslation()
  const textOf = useRefusalText()
  const [added, setAdded] = useState<string>()
  const [typed, setTyped] = useState('')
  // The row is older than the answer until it has been read again.
  const [answer, setAnswer] = useState<{ to: ProfileRow; ids: readonly string[] }>()
  const seen = answer?.to === row ? answer.ids : chosen.map(idOf)
  const free = reading.data?.filter(({ id }) => !seen.includes(id)) ?? []
  const nothing = useNothingFound(reading, free.length === 0 ? noMore : undefined)
  useEffect(() => {
    if (added === undefined) return
    const timer = setTimeout(() => setAdded(undefined), shown_ms)
    return () => clearTimeout(timer)
  }, [added])

  const add = async (id: string | null) => {
    const found = free.find((each) => each.id === id)
    if (!found) return
    setAdded(undefined)
    const ids = await save([...seen, found.id], [...seen])
    // The field keeps the focus, and with it the text of what was chosen.
    setTyped('')
    setAnswer(ids && { to: row, ids })
    if (ids) setAdded(found.name)
  }
  return (
    <div className={styles.add}>
      <Select
        label={label}
        placeholder={t('form.choose')}
        searchable
        openOnFocus={false}
        limit={200}
        readOnly={isBusy}
        searchValue={typed}
        onSearchChange={setTyped}
        nothingFoundMessage={nothing}
        data={free.map((each) => ({ value: each.id, label: labelOf(each) }))}
        renderOption={({ option }) => {
          const choice = free.find(({ id }) => id === option.value)
          return (
            <div>
              {option.label}
              {factsOf && choice && <div className={typography.sub}>{factsOf(choice)}</div>}
            </div>
          )
        }}
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
