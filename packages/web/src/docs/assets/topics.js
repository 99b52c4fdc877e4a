// Lists the topics of /asyncapi.json and shows their messages.
const MESSAGES_SHOWN = 50;
const byId = (id) => document.getElementById(id);
/** First part of the paths, which the document tells. */
let base = '/api/v1';
const origin = `${location.protocol === 'https:' ? 'wss' : 'ws'}://${location.host}`;

/** Text of a close: the code's meaning, as the document gives it. */
function closeText({ code, reason }, closeCodes) {
  if (code === 1000) return 'closed';
  const meaning = closeCodes.find((one) => one.code === code)?.meaning;
  if (meaning) return `closed (${code}): ${meaning}`;
  // A browser does not tell a page why an upgrade was refused.
  if (code === 1006) return 'refused or broken off: check that the token is valid and has the scope read';
  return `closed (${code}) ${reason}`;
}

const pretty = (text) => {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
};

class TopicView {
  #socket;
  #received = [];
  #count = 0;

  constructor(channel, closeCodes) {
    this.channel = channel;
    this.closeCodes = closeCodes;
    this.element = byId('topic').content.cloneNode(true).firstElementChild;
    this.#find('.name').textContent = channel['x-topic'];
    this.#find('.summary').textContent = channel.description.replaceAll('`', '');
    this.#addParameters();
    this.#find('.connect').addEventListener('click', () => this.#toggle());
  }

  #find(selector) {
    return this.element.querySelector(selector);
  }

  #addParameters() {
    for (const [name, { description, examples }] of Object.entries(this.channel.parameters ?? {})) {
      const label = document.createElement('label');
      const input = Object.assign(document.createElement('input'), { type: 'text', name, value: examples?.[0] ?? '' });
      label.title = description;
      label.append(name, input);
      this.#find('.parameters').append(label);
    }
  }

  #address() {
    const values = Object.fromEntries(
      [...this.element.querySelectorAll('input')].map(({ name, value }) => [name, value]),
    );
    const path = this.channel.address.replace(/\{(\w+)\}/g, (_, name) => encodeURIComponent(values[name] ?? ''));
    return `${origin}/api${path}`;
  }

  #toggle() {
    if (this.#socket) this.#socket.close(1000);
    else this.#connect();
  }

  #connect() {
    const token = byId('token').value.trim();
    if (token === '') {
      this.#status('give a token first', 'failed');
      byId('token').focus();
      return;
    }
    const protocols = [...(byId('envelope').checked ? ['kitestring.topics.v1'] : []), `bearer.${token}`];
    try {
      this.#socket = new WebSocket(this.#address(), protocols);
    } catch {
      this.#status('this is not a token: it has characters that no token has', 'failed');
      return;
    }
    this.#status('connecting …');
    this.#find('.connect').textContent = 'Disconnect';
    this.#socket.addEventListener('open', () => this.#status('connected', 'open'));
    this.#socket.addEventListener('message', ({ data }) => this.#show(data));
    this.#socket.addEventListener('close', (event) => this.#closed(event));
  }

  #closed(event) {
    this.#socket = undefined;
    this.#find('.connect').textContent = 'Connect';
    this.#status(closeText(event, this.closeCodes), event.code === 1000 ? '' : 'failed');
  }

  #show(data) {
    this.#count += 1;
    const time = new Date().toLocaleTimeString('en-GB');
    this.#received = [`${time}\n${pretty(data)}`, ...this.#received].slice(0, MESSAGES_SHOWN);
    const messages = this.#find('.messages');
    messages.hidden = false;
    messages.textContent = this.#received.join('\n\n');
    this.#status(`connected, ${this.#count} message${this.#count === 1 ? '' : 's'}`, 'open');
  }

  #status(text, kind = '') {
    const status = this.#find('.state');
    status.textContent = text;
    status.className = `status state ${kind}`;
  }
}

async function requestToken(event) {
  event.preventDefault();
  const status = byId('access-status');
  const body = JSON.stringify({ client_secret: byId('key').value.trim(), token_name: 'docs', scope: 'read' });
  try {
    const response = await fetch(`${base}/auth/token/request`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body,
    });
    const reply = await response.json();
    if (response.ok) byId('token').value = reply.access_token;
    status.textContent = response.ok ? 'got a token with the scope read' : reply.message;
    status.className = `status ${response.ok ? 'open' : 'failed'}`;
  } catch {
    status.textContent = 'the station does not answer';
    status.className = 'status failed';
  }
}

async function listTopics() {
  try {
    const response = await fetch('/asyncapi.json');
    const { channels, 'x-close-codes': closeCodes } = await response.json();
    base = `/api${/^\/v\d+/.exec(Object.values(channels)[0]?.address ?? '/v1')}`;
    const views = Object.values(channels).map((channel) => new TopicView(channel, closeCodes));
    byId('topics').replaceChildren(...views.map(({ element }) => element));
  } catch {
    byId('loading').textContent = '/asyncapi.json cannot be read: the station does not answer.';
  }
}

byId('access').addEventListener('submit', requestToken);
listTopics();
