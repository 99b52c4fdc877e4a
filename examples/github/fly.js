// The client under test: it takes off, and lands.
const { KITESTRING_API_KEY: key = '', KITESTRING_URL: url = '' } = process.env;

async function ask(path, { body, headers = {}, method = 'POST' } = {}) {
  const response = await fetch(`${url}/api/v1/${path}`, {
    method,
    headers: { 'content-type': 'application/json', ...headers },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response.status === 200 ? response.json() : undefined;
}

const { access_token: token } = await ask('auth/token/request', { body: { client_secret: key } });
const headers = { authorization: `Bearer ${token}` };

async function until(wanted) {
  for (;;) {
    const { flight_state: state } = await ask('flight/state', { headers, method: 'GET' });
    if (state === wanted) return;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

await ask('flight/control/take_off', { headers });
await until('Flying');
await ask('flight/control/land', { headers });
await until('StandBy');
