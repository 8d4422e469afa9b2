import type { Entity } from '@kontor/contract/entity'
import type { Query } from '@kontor/contract/lists/query-string'
import { CloseButton, NativeSelect, TextInput } from '@mantine/core'
import { useDebouncedCallback } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { onEnter } from '../form/form-events.ts'
import { useKey } from '../keys.ts'
import { useLabels } from '../value/labels.ts'
import { useSeesMerchants } from '../viewer.ts'
import { withSearch } from './address/list-search.ts'
import styles from './search-box.module.css'

interface SearchBoxProps {
  entity: Entity
  search: Query
  onChange: (search: Query) => void
}

interface Draft {
  text: string
  onTheWay: readonly string[]
}

/** Searches one field at a time, 200 ms after the last key (000 section 9). */
export function SearchBox({ entity, search, onChange }: SearchBoxProps) {
  const { t, i18n } = useTranslation()
  const labels = useLabels()
  const seesMerchants = useSeesMerchants()
  const isForeign = (name: string) => name.endsWith(i18n.language === 'nl' ? '_en' : '_nl')
  const fields = Object.keys(entity.search)
    .filter((name) => name !== 'merchant_name' || seesMerchants)
    .toSorted((one, other) => Number(isForeign(one)) - Number(isForeign(other)))
  // The field is part of the address only together with a text.
  const [chosen, setChosen] = useState(fields[0] ?? '')
  const by = typeof search._search_by === 'string' ? search._search_by : chosen
  const address = typeof search._search === 'string' ? search._search : ''
  // The typed text is shown while the address lags behind: it still has its old value or a text typed before. When the
  // address has the typed text, the box follows the address again.
  const [draft, setDraft] = useState<Draft>({ text: address, onTheWay: [] })
  const hasArrived = address === draft.text.trim()
  if (hasArrived && draft.onTheWay.length > 0) setDraft({ text: draft.text, onTheWay: [] })
  const text = hasArrived || draft.onTheWay.includes(address) ? draft.text : address
  const send = useDebouncedCallback(
    (typed: string, field: string) => onChange(withSearch(search, field, typed.trim())),
    200,
  )
  const type = (typed: string) => {
    setDraft(({ onTheWay }) => ({ text: typed, onTheWay: [...onTheWay, address, typed.trim()] }))
    send(typed, by)
  }
  const input = useRef<HTMLInputElement>(null)
  const focusAll = () => {
    input.current?.focus()
    input.current?.select()
  }
  useKey({ keys: ['/'], label: 'keys.search', run: focusAll }, fields.length > 0)
  if (fields.length === 0) return null

  return (
    <search className={styles.box}>
      {fields.length > 1 && (
        <NativeSelect
          size="xs"
          aria-label={t('list.search_in')}
          value={by}
          data={fields.map((name) => ({ value: name, label: labels.field(entity, name) }))}
          onChange={(event) => {
            setChosen(event.currentTarget.value)
            if (text) onChange(withSearch(search, event.currentTarget.value, text))
          }}
        />
      )}
      <TextInput
        ref={input}
        size="xs"
        type="search"
        aria-label={t('list.search_by', { field: labels.field(entity, by) })}
        placeholder={t('list.search')}
        leftSection={<IconSearch size={16} />}
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onKeyDown={onEnter(() => send.flush())}
        rightSection={
          text ? <CloseButton size={24} iconSize={14} aria-label={t('action.clear')} onClick={() => type('')} /> : null
        }
      />
    </search>
  )
}
