import {
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  listSessionsEndpoint,
} from '@kontor/contract/identity/profile.endpoints'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useRead } from '../../platform/api/reading.ts'
import { notify } from '../../platform/notify.ts'
import { Section } from '../../ui/section.tsx'
import { EndButton } from './end-button.tsx'
import { Place, usePlaceName } from './place.tsx'
import { Rows } from './rows.tsx'
import { useReadAgain } from './use-profile.ts'

/** The places where the user is signed in. */
export function SessionsSection() {
  const { t } = useTranslation()
  const nameOf = usePlaceName()
  const reading = useRead(listSessionsEndpoint)
  const readAgain = useReadAgain()
  const ended = async () => {
    await readAgain()
    notify({ color: 'green', message: t('profile.session_ended') })
  }
  const hasOthers = reading.data?.some(({ current }) => !current)
  return (
    <Section
      title={t('profile.sessions')}
      text={t('profile.sessions_text')}
      action={
        hasOthers && (
          <EndButton
            verb={t('profile.end_others')}
            name={t('profile.sessions')}
            title={t('profile.end_others_title')}
            text={t('profile.end_text')}
            onEnd={() => call(endOtherSessionsEndpoint).then(ended)}
          />
        )
      }
    >
      <Rows reading={reading} empty={t('profile.sessions_none')}>
        {(row) => (
          <li key={row.id}>
            <Place row={row} />
            {!row.current && (
              <EndButton
                verb={t('profile.end')}
                name={nameOf(row)}
                title={t('profile.end_title', { name: nameOf(row) })}
                text={t('profile.end_text')}
                onEnd={() => call(endSessionEndpoint, { params: { id: row.id } }).then(ended)}
              />
            )}
          </li>
        )}
      </Rows>
    </Section>
  )
}
