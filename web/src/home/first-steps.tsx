import type { FirstStep } from '@kontor/contract/home/attention.rules'
import { firstStepsEndpoint } from '@kontor/contract/home/home.endpoints'
import { Text } from '@mantine/core'
import { IconCircle, IconCircleCheckFilled } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { useRead } from '../platform/api/reading.ts'
import { useScope } from '../platform/api/scope.ts'
import { NotYet } from '../platform/not-yet.tsx'
import { AnchorLink } from '../platform/panel/anchor-link.tsx'
import { useViewer } from '../platform/viewer.ts'
import { Section } from '../ui/section.tsx'
import styles from './first-steps.module.css'
import { stepRoutes } from './step-routes.ts'

/** What to do before the first payment. The server says which of it is done, and what the viewer may do. */
export function FirstSteps() {
  const { t } = useTranslation()
  const { psp } = useViewer()
  const { merchant } = useScope()
  const { data, error, refetch } = useRead(firstStepsEndpoint)
  const isProvider = psp && !merchant
  return (
    <Section
      title={t('home.first_steps')}
      text={t(isProvider ? 'home.first_steps_provider' : 'home.first_steps_merchant')}
    >
      {!data ? (
        <NotYet error={error} refetch={refetch} height={220} />
      ) : (
        <>
          <ul className={styles.steps}>
            {data.steps.map(({ step, done }) => (
              <Step key={step} step={step} isDone={done} />
            ))}
          </ul>
          {isProvider && !data.has_merchants && (
            <Text size="sm" c="dimmed" mt="sm">
              {t('home.no_merchants')}
            </Text>
          )}
        </>
      )}
    </Section>
  )
}

function Step({ step, isDone }: { step: FirstStep; isDone: boolean }) {
  const { t } = useTranslation()
  const to: string = stepRoutes[step]
  const Sign = isDone ? IconCircleCheckFilled : IconCircle
  return (
    <li data-done={isDone || undefined}>
      <Sign size={20} role="img" aria-label={t(isDone ? 'home.done' : 'home.to_do')} />
      <div>
        <AnchorLink to={to}>{t(`home.step.${step}.title`)}</AnchorLink>
        <p>{t(`home.step.${step}.text`)}</p>
      </div>
    </li>
  )
}
