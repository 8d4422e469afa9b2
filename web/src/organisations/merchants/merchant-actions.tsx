import { Group } from '@mantine/core'
import type { ComponentProps } from 'react'
import { MerchantSecurityButton } from './merchant-security.button.tsx'
import { MerchantToggle } from './merchant-toggle.tsx'
import { OpenMerchantView } from './open-merchant-view.tsx'

/** The actions on a merchant, in its row. */
export function MerchantActions({ merchant }: ComponentProps<typeof MerchantToggle>) {
  return (
    // A click on the row opens the merchant; clicks on the buttons and in their dialogs do not.
    <Group
      gap="xs"
      wrap="nowrap"
      onClick={(event) => event.stopPropagation()}
      onKeyDown={(event) => event.stopPropagation()}
    >
      <MerchantToggle merchant={merchant} />
      <MerchantSecurityButton merchant={merchant} place="row" />
      <OpenMerchantView merchant={merchant.id} name={merchant.name} />
    </Group>
  )
}
