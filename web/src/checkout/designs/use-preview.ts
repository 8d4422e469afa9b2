import type { CssProblem } from '@kontor/contract/checkout/checkout-design.schemas'
import { previewCheckoutDesignEndpoint } from '@kontor/contract/checkout/checkout-design.endpoints'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { api } from '../../platform/api/api-client.ts'
import { useScope } from '../../platform/api/scope.ts'

type Look = z.output<typeof previewCheckoutDesignEndpoint.body>

const shape = previewCheckoutDesignEndpoint.body.shape
const debounce_ms = 200

/** What the values of a design look like: by the server, which alone decides what a page may be drawn with. */
export function usePreview(values: Readonly<Record<string, unknown>>) {
  const [given] = useDebouncedValue(JSON.stringify(lookIn(values)), debounce_ms)
  const scope = useScope()
  const { data } = useQuery({
    queryKey: ['preview', scope.merchant ?? null, given],
    queryFn: async () => {
      const look: Look = JSON.parse(given)
      const { method, path } = previewCheckoutDesignEndpoint
      const reply = await api.send<{ stylesheet: string; css_problems: CssProblem[] }>(method, path, look, { scope })
      return { ...reply, look }
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** Of what is being typed each value that can be drawn. */
function lookIn(values: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(shape).flatMap(([name, schema]) => {
    const value = values[name]
    return value !== '' && value !== null && schema.safeParse(value).success ? [[name, value]] : []
  })
  return previewCheckoutDesignEndpoint.body.parse(Object.fromEntries(entries))
}
