import { Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { IconSearch } from '@tabler/icons-react'
import { useRouter } from '@tanstack/react-router'
import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Dialog } from '../../ui/dialogs/dialog.tsx'
import { focusMain, focusPanel } from '../focus/focus-main.ts'
import { optionId, PaletteList } from './palette-list.tsx'
import styles from './search-palette.module.css'
import { leastTyped } from './use-found-rows.ts'
import { type PaletteItem, usePaletteGroups } from './use-palette-groups.tsx'

interface SearchPaletteProps {
  opened: boolean
  onClose: () => void
}

/** Searches screens, actions and rows. It stands still while somebody types, and Enter takes the chosen hit. */
export function SearchPalette({ opened, onClose }: SearchPaletteProps) {
  const { t } = useTranslation()
  return (
    <Dialog
      opened={opened}
      onClose={onClose}
      centered={false}
      yOffset="8vh"
      size={640}
      padding={0}
      zIndex={300}
      withCloseButton={false}
      // After a jump the focus belongs to what was opened; otherwise keep-focus.ts gives it back.
      returnFocus={false}
      attributes={{ content: { 'aria-label': t('shell.search') } }}
    >
      <Palette onGone={onClose} />
    </Dialog>
  )
}

const debounce_ms = 200

function Palette({ onGone }: { onGone: () => void }) {
  const { t } = useTranslation()
  const router = useRouter()
  const [text, setText] = useState('')
  const typed = text.trim()
  const [debounced] = useDebouncedValue(typed, debounce_ms)
  // Enter does not wait for the pause after the last key.
  const [isHurried, setHurried] = useState(false)
  const wanted = isHurried ? typed : debounced
  const { groups, isSearching, isPartial } = usePaletteGroups(typed, wanted)
  const items = groups.flatMap((group) => group.items)
  const [chosenId, setChosenId] = useState<string>()
  const at = Math.max(
    0,
    items.findIndex(({ id }) => id === chosenId),
  )
  const chosen = items[at]

  const take = (item: PaletteItem, inNewTab = false) => {
    if (item.isOutside || inNewTab) window.open(item.href, '_blank', 'noopener')
    else {
      const stop = router.subscribe('onResolved', () => {
        stop()
        focusPanel()
      })
      router.history.push(item.href)
    }
    onGone()
    focusMain()
  }
  const takeFirst = useEffectEvent(() => chosen && take(chosen))
  const isAwaited = isHurried && !isSearching
  useEffect(() => {
    if (isAwaited) takeFirst()
  }, [isAwaited])

  function onKey(event: KeyboardEvent<HTMLInputElement>) {
    if (event.nativeEvent.isComposing) return
    const step = event.key === 'ArrowDown' ? 1 : event.key === 'ArrowUp' ? -1 : 0
    if (step !== 0 && items.length > 0) {
      event.preventDefault()
      setChosenId(items[(at + step + items.length) % items.length]?.id)
    }
    if (event.key !== 'Enter') return
    event.preventDefault()
    if (chosen) take(chosen, event.ctrlKey || event.metaKey)
    else setHurried(isSearching)
  }

  const hasNothing = items.length === 0 && !isSearching
  return (
    <div className={styles.palette}>
      <TextInput
        data-autofocus
        variant="unstyled"
        size="md"
        classNames={{ input: styles.input, wrapper: styles.field }}
        leftSection={<IconSearch size={20} aria-hidden="true" />}
        placeholder={t('search.placeholder')}
        aria-label={t('shell.search')}
        role="combobox"
        aria-expanded={items.length > 0}
        aria-controls="search-hits"
        aria-autocomplete="list"
        aria-activedescendant={chosen && optionId(chosen)}
        autoComplete="off"
        spellCheck={false}
        value={text}
        onChange={(event) => {
          setText(event.currentTarget.value)
          setChosenId(undefined)
          setHurried(false)
        }}
        onKeyDown={onKey}
      />
      <PaletteList groups={groups} chosen={chosen} onChoose={({ id }) => setChosenId(id)} onTake={take}>
        <Text size="sm" c="dimmed" role="status" className={styles.said}>
          {isSearching && t('search.searching')}
          {hasNothing && (typed.length < leastTyped ? t('search.too_short') : t('search.nothing', { text: typed }))}
          {isPartial && t('search.partial')}
        </Text>
      </PaletteList>
      <Text size="xs" c="dimmed" className={styles.foot} aria-hidden="true">
        {t('search.keys')}
      </Text>
    </div>
  )
}
