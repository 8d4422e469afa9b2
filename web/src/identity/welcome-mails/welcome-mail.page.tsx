import {
  createWelcomeMailEndpoint,
  updateWelcomeMailEndpoint,
} from '@kontor/contract/identity/welcome-mails/welcome-mail.endpoints'
import { type WelcomeMail, welcomeMail } from '@kontor/contract/identity/welcome-mails/welcome-mail.entity'
import { lazy } from 'react'
import { AddButton } from '../../platform/list/add-button.tsx'
import { columnsOf } from '../../platform/list/columns/columns.tsx'
import { ListPage } from '../../platform/list/list-page.tsx'
import { useMay } from '../../platform/viewer.ts'
import { DefaultFlag } from './default-flag.tsx'
import { PreviewInRow } from './preview-welcome-mail.tsx'

const CreateWelcomeMail = lazy(() =>
  import('./welcome-mail.form.tsx').then((module) => ({ default: module.CreateWelcomeMail })),
)

const columnsWith = (names: readonly (keyof WelcomeMail & string)[]) =>
  columnsOf(welcomeMail, names, {
    extra: ['id', 'created_at'],
    lines: { figure: 'content', when: 'psp_default', state: 'default' },
    special: {
      psp_default: (row) => <DefaultFlag row={row} flag="psp_default" />,
      default: (row) => <DefaultFlag row={row} flag="default" />,
      content: (row) => <PreviewInRow row={row} />,
    },
  })

const withFlags = columnsWith(['name', 'psp_default', 'default', 'content'])
const withoutFlags = columnsWith(['name', 'content'])

/**
 * The texts that invite new users. The columns of ticks are for whoever may change the mails (001 section 2.12, docs/adr/0097); others
 * read in the panel whom a mail invites.
 */
export default function WelcomeMailPage() {
  const mayFlip = useMay(updateWelcomeMailEndpoint)
  return (
    <ListPage columns={mayFlip ? withFlags : withoutFlags}>
      <AddButton do={createWelcomeMailEndpoint}>
        {(opened, close) => opened && <CreateWelcomeMail onClose={close} />}
      </AddButton>
    </ListPage>
  )
}
