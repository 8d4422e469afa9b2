import { IconCreditCardPay } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

export const cardAddLinks = defineList({
  route: '/card-add-links',
  label: 'card_add_links',
  icon: IconCreditCardPay,
  entity: 'card_add_link',
  window: true,
  add: { label: 'links.form.card_add', choosing: ['payment_profile', 'customer'] },
  page: () => import('./card-add-link.page.tsx'),
  panel: () => import('./card-add-link.panel.tsx'),
})
