import { endOtherSessionsEndpoint, endSessionEndpoint, listSessionsEndpoint } from '@kontor/contract/identity/profile.endpoints'
import { useTranslation } from 'react-i18next'
import { notify } from '../../platform/notify.ts'
import { Section } from '../../ui/section.tsx'
import { EndButton } from './end-button.tsx'
import { Place, usePlaceName } from './place.tsx'
import { ask } from './profile-calls.ts'
import { Rows } from './rows.tsx'
import { useReadAgain, useReading } from './use-profile.ts'

/** Where the user is signed in. */
export function SessionsSection() {
  const { t } = useTranslation()
  const nameOf = usePlaceName()
  const reading = useReading(listSessionsEndpoint)
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
            onEnd={() => ask(endOtherSessionsEndpoint, {}).then(ended)}
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
                onEnd={() => ask(endSessionEndpoint, undefined, row.id).then(ended)}
              />
            )}
          </li>
        )}
      </Rows>
    </Section>
  )
}
