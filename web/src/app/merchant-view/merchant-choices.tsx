import { entityEndpoints } from '@kontor/contract/entity-endpoints'
import { merchant } from '@kontor/contract/organisations/merchant.entity'
import { TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconCheck } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { type KeyboardEvent, useEffect, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { keyOf } from '../../platform/api/reading.ts'
import { openedRows } from '../../platform/list/table/opened-rows.ts'
import { useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import styles from './merchant-choices.module.css'
import { useSwitchMerchant } from './use-switch-merchant.ts'

interface Choice {
  id: string
  name: string
  isActive: boolean
}

interface MerchantChoicesProps {
  /** The merchant in view. */
  current?: string
  onDone: () => void
}

/** Merchants by name: the last viewed ones first, until something is typed. The first one is chosen by Enter. */
export function MerchantChoices({ current, onDone }: MerchantChoicesProps) {
  const { t } = useTranslation()
  const list = useId()
  const switchTo = useSwitchMerchant()
  const [text, setText] = useState('')
  const { choices, isCurrent } = useChoices(text.trim(), current)
  const [chosen, setChosen] = useState(0)
  // Enter may come before the answer to what was typed: it then takes the first merchant of that answer.
  const [isEntered, setEntered] = useState(false)
  const at = Math.min(chosen, choices.length - 1)

  function pick(choice: Choice | undefined) {
    if (!choice) return
    onDone()
    if (choice.id !== current) switchTo(choice.id)
  }
  useEffect(() => {
    if (!isEntered || !isCurrent) return
    setEntered(false)
    pick(choices[0])
  })

  function onKey(event: KeyboardEvent) {
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && choices.length > 0) {
      event.preventDefault()
      // The list may still grow while it loads: a key never goes around its end.
      const next = Math.max(0, Math.min(at + step, choices.length - 1))
      setChosen(next)
      document.getElementById(`${list}-${next}`)?.scrollIntoView({ block: 'nearest' })
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (isCurrent) pick(choices[at])
    else setEntered(true)
  }

  return (
    <>
      <TextInput
        size="xs"
        mb="xs"
        role="combobox"
        aria-expanded="true"
        aria-controls={list}
        aria-activedescendant={at >= 0 ? `${list}-${at}` : undefined}
        aria-autocomplete="list"
        autoComplete="off"
        aria-label={t('shell.merchant_search')}
        placeholder={t('shell.merchant_search')}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosen(0)
          setEntered(false)
        }}
        onKeyDown={onKey}
        data-autofocus
      />
      <div className={styles.scroll}>
        <div id={list} role="listbox" aria-label={t('shell.merchant_switch')} className={styles.list}>
          {choices.map((choice, index) => (
            // The keys of the box above choose here, as in every combobox.
            // biome-ignore lint/a11y/useKeyWithClickEvents: see above
            <div
              key={choice.id}
              id={`${list}-${index}`}
              role="option"
              aria-selected={index === at}
              aria-current={choice.id === current || undefined}
              tabIndex={-1}
              onClick={() => pick(choice)}
            >
              <span className={typography.clip}>{choice.name}</span>
              {!choice.isActive && <span className={styles.note}>{t('shell.merchant_inactive')}</span>}
              {choice.id === current && <IconCheck size={16} aria-hidden="true" />}
            </div>
          ))}
        </div>
        {choices.length === 0 && isCurrent && (
          <p role="status" className={styles.none}>
            {t('shell.search_nothing')}
          </p>
        )}
      </div>
    </>
  )
}

/** `isCurrent`: the choices are the answer to the text. The view of a merchant does not narrow them. */
function useChoices(text: string, current: string | undefined): { choices: Choice[]; isCurrent: boolean } {
  const viewer = useViewer()
  const [wanted] = useDebouncedValue(text, 150)
  const query = { _sort: 'name', _limit: '50', ...(wanted ? { _search_by: 'name', _search: wanted } : {}) }
  const { data, isPlaceholderData } = useQuery({
    queryKey: keyOf(merchant.name, {}, 'choices', wanted),
    queryFn: ({ signal }) => call(entityEndpoints(merchant).list, { query, scope: {}, signal }),
    placeholderData: keepPreviousData,
  })
  const found = (data ?? [])
    .map(({ id, name, active }) => ({ id, name, isActive: active }))
    .toSorted((one, other) => Number(other.isActive) - Number(one.isActive))
  const isCurrent = wanted === text && data !== undefined && !isPlaceholderData
  if (text) return { choices: found, isCurrent }
  const viewed = openedRows(viewer.id).flatMap(({ entity, id, name }) => {
    if (entity !== merchant.name || id === current || !name) return []
    return [found.find((each) => each.id === id) ?? { id, name, isActive: true }]
  })
  return { choices: [...viewed, ...found.filter(({ id }) => viewed.every((each) => each.id !== id))], isCurrent }
}
