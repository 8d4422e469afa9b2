import { Popover, Skeleton, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSelector } from '@tabler/icons-react'
import { lazy, Suspense, useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import styles from './merchant-bar.module.css'
import { noteViewed } from './viewed-merchants.ts'

const loadChoices = () => import('./merchant-choices.tsx').then((module) => ({ default: module.MerchantChoices }))
const MerchantChoices = lazy(loadChoices)
// Whoever points at the button soon needs them. Opening them says it, when they cannot be loaded.
const prepare = () => void loadChoices().catch(() => {})

interface MerchantSwitcherProps {
  current: string
  /** Undefined until it is read. */
  name: string | undefined
  /** The sentence that says whose screens these are. */
  text: string
}

/** Says whose screens these are, and opens the choice of another merchant's. */
export function MerchantSwitcher({ current, name, text }: MerchantSwitcherProps) {
  const { t } = useTranslation()
  const viewer = useViewer()
  const [isOpen, popover] = useDisclosure()
  useEffect(() => {
    if (name) noteViewed(viewer.id, { id: current, name })
  }, [viewer.id, current, name])
  return (
    <Popover
      opened={isOpen}
      onChange={popover.toggle}
      position="bottom-start"
      trapFocus
      returnFocus
      shadow="md"
      width={320}
    >
      <Popover.Target>
        <UnstyledButton
          className={styles.switch}
          title={t('shell.merchant_switch')}
          onPointerEnter={prepare}
          onFocus={prepare}
          onClick={popover.toggle}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            popover.open()
          }}
        >
          <span className={typography.clip}>{text}</span>
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      </Popover.Target>
      <Popover.Dropdown p="xs" aria-label={t('shell.merchant_switch')}>
        <Suspense fallback={<Skeleton height={320} aria-label={t('state.loading')} />}>
          <MerchantChoices current={current} onDone={popover.close} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
}
