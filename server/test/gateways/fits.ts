import { Ajv, type ErrorObject, type Options, type ValidateFunction } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'

/** Words for numbers and texts that OpenAPI adds. They say nothing about JSON that its type does not say. */
const formatsOfOpenApi = ['int32', 'int64', 'float', 'double', 'binary', 'byte', 'unix-time', 'decimal', 'password']

const options: Options = { strict: false, allErrors: true }
const ofJson = withFormats(new Ajv2020(options), new Ajv(options))
/** Every value of a form is a text: "100" is a number where the schema wants one. */
const ofForms = withFormats(new Ajv2020({ ...options, coerceTypes: true }), new Ajv({ ...options, coerceTypes: true }))

type Compilers = ReturnType<typeof withFormats>

function withFormats(latest: Ajv2020, draft7: Ajv) {
  for (const compiler of [latest, draft7]) {
    addFormats.default(compiler)
    for (const name of formatsOfOpenApi) compiler.addFormat(name, true)
  }
  return { latest, draft7, compiled: new Map<object, ValidateFunction>() }
}

/** What of a value does not fit its schema. Empty: it fits. */
export function misfits(schema: object, value: unknown, form: 'json' | 'form' = 'json'): string[] {
  const check = compiledBy(form === 'json' ? ofJson : ofForms, schema)
  // Numbers are put in place of texts.
  if (check(form === 'json' ? value : structuredClone(value))) return []
  return [...new Set((check.errors ?? []).map(said))]
}

/** Compiles a schema before it is needed: that can take longer than an asker waits. */
export const prepare = (schema: object, form: 'json' | 'form' = 'json'): void =>
  void compiledBy(form === 'json' ? ofJson : ofForms, schema)

function compiledBy({ latest, draft7, compiled }: Compilers, schema: object): ValidateFunction {
  const before = compiled.get(schema)
  if (before) return before
  const isDraft7 = '$schema' in schema && String(schema.$schema).includes('draft-07')
  const check = (isDraft7 ? draft7 : latest).compile(schema)
  compiled.set(schema, check)
  return check
}

function said({ instancePath, message, params }: ErrorObject) {
  const which = 'additionalProperty' in params ? ` (${params.additionalProperty})` : ''
  const values = 'allowedValues' in params ? ` (${params.allowedValues})` : ''
  return `${instancePath || '/'} ${message}${which}${values}`
}
