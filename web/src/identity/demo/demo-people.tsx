import { type DemoPersonKey, signInSituationKeys } from '@kontor/contract/identity/demo.rules'
import type { Demo } from '@kontor/contract/identity/demo.schemas'
import { loginEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { Paper, Stack, Text, Title, UnstyledButton } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { call } from '../../platform/api/api-client.ts'
import { useSubmit } from '../../platform/api/use-submit.ts'
import { CopyValue } from '../../ui/copy-value.tsx'
import { Refused } from '../sign-in/refused.tsx'
import { useSignInStep } from '../sign-in/use-sign-in-step.ts'
import { useDemo } from './demo.ts'
import card from './demo-card.module.css'
import { LinksOf } from './demo-links.tsx'

type Person = Demo['people'][number]

/** The people of a demo: a click signs in as one of them. */
export function DemoPeople() {
  const { t } = useTranslation()
  const demo = useDemo()
  const goOn = useSignInStep()
  const { submit, refusal, isBusy } = useSubmit(async ({ email }: Person) =>
    goOn(await call(loginEndpoint, { body: { username: email, password: demo?.password ?? '' } }), email),
  )
  if (!demo) return null
  const isSituation = ({ key }: Person) => signInSituationKeys.includes(key)
  const usual = demo.people.filter((person) => !isSituation(person))
  const situations = demo.people.filter(isSituation)
  const list = (people: readonly Person[]) => (
    <ul className={card.people}>
      {people.map((person) => (
        <li key={person.email}>
          <UnstyledButton className={card.person} disabled={isBusy} onClick={() => void submit(person)}>
            <b>{person.name}</b>
            <span>{t(`demo.person.${person.key}`)}</span>
          </UnstyledButton>
          {person.totp_secret && <Secret of={person.key} secret={person.totp_secret} />}
        </li>
      ))}
    </ul>
  )
  return (
    <Paper component="section" radius="lg" className={card.card} aria-labelledby="demo-people">
      <Stack gap="sm">
        <div>
          <Title order={2} id="demo-people">
            {t('demo.title')}
          </Title>
          <Text size="sm" c="dimmed">
            {t('demo.text')}
          </Text>
        </div>
        <Refused refusal={refusal} />
        {list(usual)}
        <details className={card.more}>
          <summary>{t('demo.situations')}</summary>
          {list(situations)}
        </details>
        <LinksOf demo={demo} />
      </Stack>
    </Paper>
  )
}

function Secret({ of, secret }: { of: DemoPersonKey; secret: string }) {
  const { t } = useTranslation()
  return (
    <p className={card.secret} data-of={of}>
      {t('demo.totp_secret')} <CopyValue value={secret} />
    </p>
  )
}
