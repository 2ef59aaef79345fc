<?php
$key = base64_decode(substr(getenv('WEBHOOK_SECRET'), strlen('whsec_')));
$id = $_SERVER['HTTP_WEBHOOK_ID'] ?? '';
$timestamp = $_SERVER['HTTP_WEBHOOK_TIMESTAMP'] ?? '';
// The signature is over these very bytes: verify first, parse then.
$body = file_get_contents('php://input');

$expected = 'v1,' . base64_encode(hash_hmac('sha256', "$id.$timestamp.$body", $key, true));
$isSigned = false;
// While a secret is being rotated there are two signatures.
foreach (explode(' ', $_SERVER['HTTP_WEBHOOK_SIGNATURE'] ?? '') as $signature) {
    $isSigned = $isSigned || hash_equals($expected, $signature);
}
// An old request is somebody's copy.
if (!$isSigned || abs(time() - (int) $timestamp) > 300) {
    http_response_code(400);
    exit;
}

// In your own service: a table with a unique column, in the transaction of what you do.
if (@fopen(sys_get_temp_dir() . "/webhook-$id", 'x') !== false) {
    $event = json_decode($body);
    $flags = JSON_UNESCAPED_SLASHES | JSON_UNESCAPED_UNICODE;
    file_put_contents('php://stdout', "$event->eventType $id " . json_encode($event->payload, $flags) . "\n");
}
http_response_code(204);
