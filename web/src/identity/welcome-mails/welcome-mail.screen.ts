import { IconMailHeart } from '@tabler/icons-react'
import { defineList } from '../../platform/screen/screen.ts'

export const welcomeMails = defineList({
  route: '/psp/welcome-mails',
  label: 'welcome_mails',
  entity: 'welcome_mail',
  icon: IconMailHeart,
  add: { label: 'welcome_mails.create' },
  page: () => import('./welcome-mail.page.tsx'),
  panel: () => import('./welcome-mail.panel.tsx'),
})
