import { previewCheckoutDesignEndpoint } from '@kontor/contract/checkout/checkout-design.endpoints'
import { previewCheckoutDesignSchemas } from '@kontor/contract/checkout/checkout-design.schemas'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { z } from 'zod'
import { call } from '../../platform/api/api-client.ts'
import { useScope } from '../../platform/api/scope.ts'

const { body: schema } = previewCheckoutDesignSchemas
type Look = z.output<typeof schema>

const debounce_ms = 200

/** Reads the style sheet for a design's values from the server, which alone decides which styles a page may have. */
export function usePreview(values: Readonly<Record<string, unknown>>) {
  const [given] = useDebouncedValue(JSON.stringify(lookIn(values)), debounce_ms)
  const scope = useScope()
  const { data } = useQuery({
    queryKey: ['preview', scope.merchant ?? null, given],
    queryFn: async () => {
      const look: Look = JSON.parse(given)
      const reply = await call(previewCheckoutDesignEndpoint, { body: look, scope })
      return { ...reply, look }
    },
    placeholderData: keepPreviousData,
    staleTime: Number.POSITIVE_INFINITY,
  })
  return data
}

/** The values that are valid and can be drawn, out of those being typed. */
function lookIn(values: Readonly<Record<string, unknown>>): object {
  const entries = Object.entries(schema.shape).flatMap(([name, part]) => {
    const value = values[name]
    return value !== '' && value !== null && part.safeParse(value).success ? [[name, value]] : []
  })
  return schema.parse(Object.fromEntries(entries))
}
