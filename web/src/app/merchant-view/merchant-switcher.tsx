import { UnstyledButton } from '@mantine/core'
import { IconSelector } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import typography from '../../ui/words/typography.module.css'
import { ChoicePopover } from './choice-popover.tsx'
import styles from './merchant-switcher.module.css'

interface MerchantSwitcherProps {
  current: string
  /** The sentence that says whose screens these are. */
  text: string
}

/** Says whose screens these are, and opens the choice of another merchant's. */
export function MerchantSwitcher({ current, text }: MerchantSwitcherProps) {
  const { t } = useTranslation()
  return (
    <ChoicePopover
      label={t('shell.merchant_switch')}
      button={({ toggle, open }) => (
        <UnstyledButton
          className={styles.switch}
          title={t('shell.merchant_switch')}
          onClick={toggle}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            open()
          }}
        >
          <span className={typography.clip}>{text}</span>
          <IconSelector size={16} aria-hidden="true" />
        </UnstyledButton>
      )}
      load={async () => {
        const { MerchantChoices } = await import('./merchant-choices.tsx')
        return (close) => <MerchantChoices current={current} onDone={close} />
      }}
    />
  )
}
