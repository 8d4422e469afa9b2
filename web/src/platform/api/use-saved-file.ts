import { useState } from 'react'
import { fileNameOf, saveFile } from '../../ui/save-file.ts'
import { notify } from '../notify.ts'
import { ApiRefusal } from './api-client.ts'
import { useRefusalText } from './refusal-text.ts'

/** Saves the file that a call gives, by its own name where it has one; a refusal is said. The second value: it is on its way. */
export function useSavedFile(ask: () => Promise<Response>, name: string): [() => Promise<void>, boolean] {
  const textOf = useRefusalText()
  const [isBusy, setBusy] = useState(false)
  const save = async () => {
    setBusy(true)
    try {
      const response = await ask()
      saveFile(await response.blob(), fileNameOf(response) ?? name)
    } catch (error) {
      if (!(error instanceof ApiRefusal)) throw error
      notify({ color: 'red', message: textOf(error) })
    } finally {
      setBusy(false)
    }
  }
  return [save, isBusy]
}
