SITE=http://localhost:3000
curl -H 'X-Scenario: failing-then-well' -H 'X-Scenario-Key: me' $SITE/api/get-blogs
curl "$SITE/__requests?operation=blogs&key=me&atLeast=1&within=5000"
curl -H 'content-type: application/json' -d '{"key": "me", "calls": [{"operation": "blogs", "status": 503, "times": 1}]}' $SITE/__requests/verify
curl -X PUT -H 'content-type: application/json' -d '{"current": ["empty"]}' $SITE/__scenarios/current
