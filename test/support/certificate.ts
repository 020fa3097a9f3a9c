import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

export type Certificate = { file: string; keyFile: string; key: string; cert: string }

/** Makes a certificate for localhost with openssl, valid for one day. `file` and `keyFile` are the paths of certificate and key. */
export async function makeCertificate(folder: string): Promise<Certificate> {
  const [keyFile, file] = [join(folder, 'key.pem'), join(folder, 'cert.pem')]
  const kind = ['-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '1']
  const names = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost']
  await promisify(execFile)('openssl', ['req', ...kind, ...names, '-keyout', keyFile, '-out', file])
  return { file, keyFile, key: await readFile(keyFile, 'utf8'), cert: await readFile(file, 'utf8') }
}
