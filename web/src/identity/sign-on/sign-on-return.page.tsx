import { finishSignOnEndpoint } from '@kontor/contract/identity/sign-in.endpoints'
import { type SignOnProblem, signOnProblems } from '@kontor/contract/identity/sign-on/sign-on.rules'
import { Alert, Button, Loader } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type ApiRefusal, call } from '../../platform/api/api-client.ts'
import { refusalFrom } from '../../platform/api/use-submit.ts'
import { Refused } from '../sign-in/refused.tsx'
import { SignInPage } from '../sign-in/sign-in-page.tsx'
import { StartAgain } from '../sign-in/start-again.tsx'
import { useSignInStep } from '../sign-in/use-sign-in-step.ts'
import { giveBrought } from './brought.ts'

/** The page to which an issuer sends people back. */
export function SignOnReturnPage() {
  const { t } = useTranslation()
  const goOn = useSignInStep()
  const [brought] = useState(giveBrought)
  const [refusal, setRefusal] = useState<ApiRefusal>()
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is sent once; what goes on is another function each time
  useEffect(() => {
    if (!brought) return
    call(finishSignOnEndpoint, { body: brought }).then(
      ({ step, username }) => goOn(step, username),
      (error) => setRefusal(refusalFrom(error)),
    )
  }, [brought])
  if (!brought || refusal?.code === 'invalid_token') return <StartAgain title={t('sign_on.title')} />
  const problem = problemOf(refusal)
  return (
    <SignInPage title={t('sign_on.title')} subtitle={refusal ? '' : t('sign_on.busy')}>
      {!refusal && <Loader mx="auto" aria-label={t('sign_on.busy')} />}
      {problem ? (
        <Alert color="red" role="alert">
          {t(`sign_on.problem.${problem}`)}
        </Alert>
      ) : (
        <Refused refusal={refusal} />
      )}
      {refusal && (
        <Button component={Link} to="/login">
          {t('logout.back')}
        </Button>
      )}
    </SignInPage>
  )
}

const problemOf = (refusal: ApiRefusal | undefined): SignOnProblem | undefined =>
  signOnProblems.find((each) => each === refusal?.details['problem'])
