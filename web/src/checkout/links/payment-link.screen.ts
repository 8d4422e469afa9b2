import { IconLink } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

export const paymentLinks = defineList({
  route: '/payment-links',
  label: 'payment_links',
  icon: IconLink,
  entity: 'payment_link',
  initial: { active: 'true' },
  attention: 'payment_links',
  add: { label: 'links.form.payment_add', choosing: ['payment_profile'] },
  page: () => import('./payment-link.page.tsx'),
  panel: () => import('./payment-link.panel.tsx'),
})
