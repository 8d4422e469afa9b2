import {
  endOtherSessionsEndpoint,
  endSessionEndpoint,
  listSessionsEndpoint,
} from '@kontor/contract/identity/profile.endpoints'
import { useTranslation } from 'react-i18next'
import { useRead } from '../../platform/api/reading.ts'
import { Section } from '../../ui/section.tsx'
import { EndButton } from './end-button.tsx'
import { Place, usePlaceName } from './place.tsx'
import { Rows } from './rows.tsx'

/** The places where the user is signed in. */
export function SessionsSection() {
  const { t } = useTranslation()
  const nameOf = usePlaceName()
  const reading = useRead(listSessionsEndpoint)
  const hasOthers = reading.data?.some(({ current }) => !current)
  return (
    <Section
      title={t('profile.sessions')}
      text={t('profile.sessions_text')}
      action={
        hasOthers && (
          <EndButton
            endpoint={endOtherSessionsEndpoint}
            params={{}}
            verb={t('profile.end_others')}
            name={t('profile.sessions')}
            title={t('profile.end_others_title')}
            text={t('profile.end_text')}
            done={t('profile.session_ended')}
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
                endpoint={endSessionEndpoint}
                params={{ id: row.id }}
                verb={t('profile.end')}
                name={nameOf(row)}
                title={t('profile.end_title', { name: nameOf(row) })}
                text={t('profile.end_text')}
                done={t('profile.session_ended')}
              />
            )}
          </li>
        )}
      </Rows>
    </Section>
  )
}
