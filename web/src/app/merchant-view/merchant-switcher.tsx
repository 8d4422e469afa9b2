import { Popover, UnstyledButton } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconSelector } from '@tabler/icons-react'
import { useEffect } from 'react'
import { useTranslation } from 'react-i18next'
import { useViewer } from '../../platform/viewer.ts'
import typography from '../../ui/words/typography.module.css'
import { MerchantChoices } from './merchant-choices.tsx'
import styles from './merchant-switcher.module.css'
import { noteViewed } from './viewed-merchants.ts'

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
        <MerchantChoices current={current} onDone={popover.close} />
      </Popover.Dropdown>
    </Popover>
  )
}
