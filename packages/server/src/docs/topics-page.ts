import { htmlPage, type PageLink } from './html.ts';

const INTRODUCTION =
  'What a client can subscribe to over a WebSocket. Connect here and watch the messages come in. The token stays on this page: it is neither stored nor sent anywhere but to this station.';

const BODY = `<form class="panel" id="access">
<label>API key <input type="password" id="key" autocomplete="off" spellcheck="false"></label>
<button type="submit" class="quiet">Get a token</button>
<label>Token <input type="password" id="token" autocomplete="off" spellcheck="false"></label>
<label class="inline"><input type="checkbox" id="envelope"> in an envelope (<code>kitestring.topics.v1</code>)</label>
<span class="status" id="access-status" role="status"></span>
</form>
<div class="topics" id="topics"><p class="status" id="loading">Reading /asyncapi.json …</p></div>
<template id="topic">
<section class="topic">
<div class="row"><h2 class="mono name"></h2>
<div><span class="status state" role="status">not connected</span><button type="button" class="connect">Connect</button></div></div>
<p class="summary"></p>
<div class="row"><div class="parameters"></div></div>
<pre class="messages" tabindex="0" aria-label="Messages, the newest first" hidden></pre>
</section>
</template>`;

/** The page that lists the topics of /asyncapi.json and connects to them. */
export const topicsHtml = (links: readonly PageLink[]): string =>
  htmlPage({ links, title: 'Live topics', introduction: INTRODUCTION, body: BODY, scripts: ['/docs/topics.js'] });
