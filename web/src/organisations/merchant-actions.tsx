import { Group } from '@mantine/core'
import type { ComponentProps } from 'react'
import { MerchantSecurityButton } from './merchant-security.button.tsx'
import { MerchantToggle } from './merchant-toggle.tsx'

/** What can be done about a merchant in its row. */
export function MerchantActions({ merchant }: ComponentProps<typeof MerchantToggle>) {
  return (
    // The row opens the merchant; the buttons and their dialogs do not.
    <Group
      gap="xs"
      wrap="nowrap"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MerchantToggle merchant={merchant} />
      <MerchantSecurityButton merchant={merchant} />
    </Group>
  )
}
